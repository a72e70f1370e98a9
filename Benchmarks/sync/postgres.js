// A client for PostgreSQL, as nothing is installed for the rivals.
'use strict';
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

module.exports = { Connection };
