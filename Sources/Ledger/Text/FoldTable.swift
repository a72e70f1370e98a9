// Which letter represents a letter when neither case nor accents matter: Latin, Greek and Cyrillic.
// Each character of a text below is the fold of the next letter, from the block's first on.

extension Fold {
  /// The first letter of each block, and its folds.
  static let blocks: [(first: UInt32, folds: StaticString)] = [
    (0x00C0, latin), (0x0370, greekAndCyrillic), (0x1E00, extendedLatinAndGreek),
  ]

  private static let latin: StaticString = """
    aaaaaaæceeeeiiiidnooooo×ouuuuyþß\
    aaaaaaæceeeeiiiidnooooo÷ouuuuyþy\
    aaaaaaccccccccddddeeeeeeeeeegggg\
    gggghhhhiiiiiiiiiiiijjkkklllllll\
    lllnnnnnnnnnooooooœœrrrrrrssssss\
    ssttttttuuuuuuuuuuuuwwyyyzzzzzzs\
    bɓƃƃƅƅɔƈƈɖɗƌƌƍǝəɛƒƒɠɣƕɩɨƙƙƚƛɯɲƞɵ\
    ooƣƣƥƥʀƨƨʃƪƫƭƭʈuuʊʋƴƴƶƶʒƹƹƺƻƽƽƾƿ\
    ǀǁǂǃdddlllnnnaaiioouuuuuuuuuuǝaa\
    aaææǥǥggkkooooʒʒjdddggƕƿnnaaææoo\
    aaaaeeeeiiiioooorrrruuuussttȝȝhh\
    ƞȡȣȣȥȥaaeeooooooooyyȴȵȶȷȸȹⱥȼȼƚⱦȿ\
    ɀɂɂbʉʌɇɇɉɉɋɋɍɍɏɏ
    """

  private static let greekAndCyrillic: StaticString = """
    ͱͱͳͳʹ͵ͷͷ   ͻͼͽ;ϳ      α·εηι ο υω\
    ιαβγδεζηθικλμνξοπρ στυφχψωιυαεηι\
    υαβγδεζηθικλμνξοπρσστυφχψωιυουωϗ\
    βθυυυφπϗϙϙϛϛϝϝϟϟϡϡϣϣϥϥϧϧϩϩϫϫϭϭϯϯ\
    κρσϳθε϶ϸϸσϻϻϼͻͼͽееђгєѕііјљњћкиуџ\
    абвгдежзииклмнопрстуфхцчшщъыьэюя\
    абвгдежзииклмнопрстуфхцчшщъыьэюя\
    ееђгєѕііјљњћкиуџѡѡѣѣѥѥѧѧѩѩѫѫѭѭѯѯ\
    ѱѱѳѳѵѵѵѵѹѹѻѻѽѽѿѿҁҁ҂҃҄҅҆҇҈҉ҋҋҍҍҏҏ\
    ґґғғҕҕҗҗҙҙққҝҝҟҟҡҡңңҥҥҧҧҩҩҫҫҭҭүү\
    ұұҳҳҵҵҷҷҹҹһһҽҽҿҿӏжжӄӄӆӆӈӈӊӊӌӌӎӎӏ\
    ааааӕӕееәәәәжжззӡӡииииооөөөөээуу\
    ууууччӷӷыыӻӻӽӽӿӿԁԁԃԃԅԅԇԇԉԉԋԋԍԍԏԏ\
    ԑԑԓԓԕԕԗԗԙԙԛԛԝԝԟԟԡԡԣԣԥԥԧԧԩԩԫԫԭԭԯԯ
    """

  private static let extendedLatinAndGreek: StaticString = """
    aabbbbbbccddddddddddeeeeeeeeeeff\
    gghhhhhhhhhhiiiikkkkkkllllllllmm\
    mmmmnnnnnnnnoooooooopppprrrrrrrr\
    ssssssssssttttttttuuuuuuuuuuvvvv\
    wwwwwwwwwwxxxxyyzzzzzzhtwyasẜẝßẟ\
    aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooo\
    oooouuuuuuuuuuuuuuyyyyyyyyỻỻỽỽỿỿ\
    ααααααααααααααααεεεεεε  εεεεεε  \
    ηηηηηηηηηηηηηηηηιιιιιιιιιιιιιιιι\
    οοοοοο  οοοοοο  υυυυυυυυ υ υ υ υ\
    ωωωωωωωωωωωωωωωωααεεηηιιοουυωω  \
    ααααααααααααααααηηηηηηηηηηηηηηηη\
    ωωωωωωωωωωωωωωωωααααα ααααααα ι \
      ηηη ηηεεηηη   ιιιι  ιιιιιι    \
    υυυυρρυυυυυυρ  `  ωωω ωωοοωωω   
    """
}
