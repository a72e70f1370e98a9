// A plain Node server that stores the same pushes, sent as JSON, in PostgreSQL.
//
// node rival.js SOCKET-FOLDER DATABASE USER: prints its port. Each push is one statement, so one transaction:
// of two values of a cell the later one stays. There is no history, order, digest or telling of conflicts.
// This Node has no SQLite, and nothing is installed for it: the client for PostgreSQL is the one below.
'use strict';
const http = require('http');
const net = require('net');

/// One connection that carries out one prepared statement at a time.
class Connection {
  constructor(folder, database, user) {
    this.pending = Buffer.alloc(0);
    this.waiting = [];
    this.ready = new Promise((resolve) => this.waiting.push(resolve));
    this.socket = net.connect(`${folder}/.s.PGSQL.5432`);
    this.socket.on('data', (data) => this.read(data));
    const text = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
    const head = Buffer.alloc(8);
    head.writeInt32BE(text.length + 8, 0);
    head.writeInt32BE(196608, 4);
    this.socket.write(Buffer.concat([head, text]));
  }

  read(data) {
    this.pending = Buffer.concat([this.pending, data]);
    while (this.pending.length >= 5) {
      const length = this.pending.readInt32BE(1) + 1;
      if (this.pending.length < length) return;
      const type = String.fromCharCode(this.pending[0]);
      if (type === 'E') this.error = this.pending.subarray(5, length).toString().replaceAll('\0', ' ');
      if (type === 'Z') {
        const done = this.waiting.shift();
        const error = this.error;
        this.error = undefined;
        done(error);
      }
      this.pending = this.pending.subarray(length);
    }
  }

  message(type, ...parts) {
    const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part + '\0') : part)));
    const head = Buffer.alloc(5);
    head.write(type, 0);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  }

  send(...messages) {
    return new Promise((resolve, reject) => {
      this.waiting.push((error) => (error ? reject(new Error(error)) : resolve()));
      this.socket.write(Buffer.concat([...messages, this.message('S')]));
    });
  }

  prepare(name, sql) {
    return this.send(this.message('P', name, sql, Buffer.from([0, 0])));
  }

  run(name, text) {
    const value = Buffer.from(text);
    const numbers = Buffer.alloc(8);
    numbers.writeInt16BE(0, 0); // text
    numbers.writeInt16BE(1, 2); // one value
    numbers.writeInt32BE(value.length, 4);
    return this.send(
      this.message('B', '', name, numbers, value, Buffer.from([0, 0])),
      this.message('E', '', Buffer.alloc(4)));
  }
}

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
