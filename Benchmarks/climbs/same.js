// Says whether two servers tell the same climbs: the same six names in the same order, the same values.
//
//   node same.js ADDRESS ADDRESS

async function climbs(address) {
  const list = await (await fetch(address)).json();
  return list.sort((one, other) => one.Climbid - other.Climbid).map((climb) => JSON.stringify(climb));
}

(async () => {
  const [ours, theirs] = await Promise.all(process.argv.slice(2).map(climbs));
  const place = ours.findIndex((climb, place) => climb !== theirs[place]);
  if (ours.length !== theirs.length || place >= 0) {
    console.error(`bench: ${ours.length} and ${theirs.length} climbs; ${ours[place]} is not ${theirs[place]}`);
    process.exit(1);
  }
  console.log(`Both tell the same ${ours.length} climbs.`);
})();
