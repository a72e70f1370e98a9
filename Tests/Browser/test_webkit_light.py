"""Light in the engine of every iPhone, which has no WebGL2 here: the small picture, hands, keys and what is kept."""

from webkit import Keys, browser, screen, webkit

WORDS = "return document.querySelector('#light-ribbon-0').getAttribute('aria-valuetext')"


def begin(webkit):
    webkit.show("/light")
    webkit.wait_for_heading("Low tide")
    webkit.find("#light-chord-8 canvas")


def reads(webkit, words):
    webkit.wait(lambda: webkit.run(WORDS).startswith(words), words)


# A key whose halves come in one task: a chord that is held for 350 ms is only borrowed, and a busy machine may take as long.
TAP_KEY = """for (const type of ["keydown", "keyup"]) {
  document.body.dispatchEvent(new KeyboardEvent(type, { code: "Digit" + arguments[0], key: arguments[0], bubbles: true }));
}"""


def slide(webkit, way):
    webkit.run("""const field = document.querySelector("#light-ribbon-0"); field.value = arguments[0];
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));""", str(way))


def test_it_is_played_by_keys_and_kept(webkit):
    begin(webkit)
    webkit.find(".light-note")
    webkit.run("document.activeElement.blur()")
    webkit.run(TAP_KEY, "7")
    webkit.find("#light-chord-7[aria-pressed=true]")
    webkit.press("]")
    webkit.wait_for_heading("Ember")
    slide(webkit, 260)
    reads(webkit, "tempered 3.1")
    webkit.run("document.querySelector('#light-chord-2').click()")
    webkit.find("#light-chord-2[aria-pressed=true]")
    slide(webkit, 510)
    reads(webkit, "tempered 6.1")
    webkit.wait(lambda: "Saved" in webkit.find("#saving").text, "the hand is kept")
    webkit.run("return new Promise((done) => setTimeout(done, 600))")
    webkit.driver.refresh()
    webkit.wait_for_heading("Ember")
    reads(webkit, "tempered 6.1")


def test_a_chord_is_stored_in_a_set_of_ones_own(webkit):
    begin(webkit)
    slide(webkit, 260)
    reads(webkit, "tempered 3.1")
    # Shift is latched for one chord, as a screen reader presses it.
    webkit.run("document.querySelector('.light-shift').click()")
    webkit.find(".light-shift[aria-pressed=true]")
    webkit.run("document.querySelector('#light-chord-3').click()")
    webkit.wait(lambda: "1 of 13" in webkit.run("return document.querySelector('.light-head .caps').textContent"),
                "a set of one's own")
    webkit.find(".light-shift[aria-pressed=false]")
    webkit.press(Keys.ESCAPE)
    webkit.find(".light-head button[aria-pressed=true]")
