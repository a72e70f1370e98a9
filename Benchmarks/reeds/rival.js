// What Node does with the same reeds: node rival.js FOLDER [SOCKET-FOLDER DATABASE USER]
//
// Parses the files that ReedBench wrote, makes the same text of them again, and stores the 1,000 reeds in PostgreSQL as JSON
// rows, one for each reed and each of its events, in one statement and one transaction.
'use strict';
const fs = require('fs');
const { Connection } = require('../sync/postgres.js');

const [folder, socket, database, user] = process.argv.slice(2);
const round = (number) => Math.round(number * 10) / 10;
function median(runs, work) {
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    work();
    times.push(performance.now() - began);
  }
  return round(times.sort((a, b) => a - b)[Math.floor(runs / 2)]);
}

const documents = {};
for (const count of [1000, 10000]) {
  const text = fs.readFileSync(`${folder}/reeds-${count}.json`);
  documents[count] = JSON.parse(text);
  const runs = count === 1000 ? 9 : 3;
  // Both end with bytes.
  console.log(`export-${count} ${median(runs, () => Buffer.from(JSON.stringify(documents[count])))}`);
  if (count === 1000) console.log(`read-${count} ${median(5, () => JSON.parse(text))}`);
}

(async () => {
  if (!socket) return;
  const connection = new Connection(socket, database, user);
  await connection.ready;
  for (let run = 0; run < 3; run += 1) {
    await connection.prepare(`create${run}`, `CREATE TABLE reeds${run} (id text PRIMARY KEY, kind text NOT NULL, value jsonb NOT NULL)`);
    const none = Buffer.from([0, 0, 0, 0, 0, 0]);
    await connection.send(connection.message('B', '', `create${run}`, none), connection.message('E', '', Buffer.alloc(4)));
    await connection.prepare(`insert${run}`, `INSERT INTO reeds${run} SELECT id, kind, value
      FROM jsonb_to_recordset($1::jsonb) AS new (id text, kind text, value jsonb)`);
    const began = performance.now();
    const rows = [];
    for (const list of ['tools', 'boxes']) {
      for (const value of documents[1000][list]) rows.push({ id: value.id, kind: list, value });
    }
    for (const reed of documents[1000].reeds) {
      const { stages, snapshots, adjustments, sessions, ...value } = reed;
      rows.push({ id: reed.id, kind: 'reeds', value });
      for (const [kind, list] of Object.entries({ stages, snapshots, adjustments, sessions })) {
        for (const value of list ?? []) rows.push({ id: value.id, kind, value: { reed: reed.id, ...value } });
      }
    }
    await connection.run(`insert${run}`, JSON.stringify(rows));
    console.log(`postgres ${round(performance.now() - began)}`);
  }
  connection.socket.end();
})();
