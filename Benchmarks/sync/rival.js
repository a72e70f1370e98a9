// A plain Node server that stores the same pushes, sent as JSON, in PostgreSQL.
//
// node rival.js SOCKET-FOLDER DATABASE USER: prints its port. Each push is one statement, so one transaction:
// of two values of a cell the later one stays. There is no history, order, digest or telling of conflicts.
// This Node has no SQLite, and nothing is installed for it: the client for PostgreSQL is the one in postgres.js.
'use strict';
const http = require('http');
const { Connection } = require('./postgres.js');

const create = `CREATE TABLE IF NOT EXISTS rival (
  rid text NOT NULL, fld bigint NOT NULL, tbl bigint NOT NULL, hlc bigint NOT NULL, dev bigint NOT NULL,
  val jsonb NOT NULL, PRIMARY KEY (rid, fld))`;
const merge = `INSERT INTO rival SELECT rid, fld, tbl, hlc, dev, val
  FROM jsonb_to_recordset($1::jsonb) AS new (rid text, fld bigint, tbl bigint, hlc bigint, dev bigint, val jsonb)
  ON CONFLICT (rid, fld) DO UPDATE SET hlc = excluded.hlc, dev = excluded.dev, val = excluded.val
  WHERE (excluded.hlc, excluded.dev) > (rival.hlc, rival.dev)`;

(async () => {
  const [folder, database, user] = process.argv.slice(2);
  const idle = [];
  const queue = [];
  for (let index = 0; index < 8; index += 1) {
    const connection = new Connection(folder, database, user);
    await connection.ready;
    if (index === 0) {
      await connection.prepare('create', create);
      const none = Buffer.from([0, 0, 0, 0, 0, 0]);
      await connection.send(
        connection.message('B', '', 'create', none), connection.message('E', '', Buffer.alloc(4)));
    }
    await connection.prepare('merge', merge);
    idle.push(connection);
  }
  async function store(text) {
    const connection = idle.pop() ?? (await new Promise((resolve) => queue.push(resolve)));
    try {
      await connection.run('merge', text);
    } finally {
      const next = queue.shift();
      if (next) next(connection);
      else idle.push(connection);
    }
  }
  const server = http.createServer((request, response) => {
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', async () => {
      try {
        const changes = JSON.parse(Buffer.concat(pieces));
        await store(JSON.stringify(changes));
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify({ status: 'ok', held: changes.length, now: Date.now() }));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
})();
