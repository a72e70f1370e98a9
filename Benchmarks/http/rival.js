// Node's own http server, sending the very bytes and headers that Woodshed sends.
//
// node rival.js WOODSHED-ADDRESS PATH...: asks Woodshed for each path once, answers likewise, and prints
// its own port.
'use strict';
const http = require('http');

const [address, ...paths] = process.argv.slice(2);

function fetched(path) {
  return new Promise((resolve, reject) => {
    http.get(address + path, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => {
        const headers = response.rawHeaders.slice();
        // Node adds these two by itself.
        for (const name of ['Date', 'Connection']) {
          const at = headers.indexOf(name);
          if (at >= 0) headers.splice(at, 2);
        }
        resolve({ headers, body: Buffer.concat(pieces) });
      });
    }).on('error', reject);
  });
}

(async () => {
  const answers = new Map();
  for (const path of paths) answers.set(path, await fetched(path));
  const server = http.createServer((request, response) => {
    const answer = answers.get(request.url);
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, answer.headers);
    response.end(answer.body);
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
})();
