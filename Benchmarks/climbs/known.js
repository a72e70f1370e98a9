// How many answers a second say that what a client has is still so: 304, which has no body. wrk waits for one, as its head may say
// how long it would be.
//
//   node known.js ADDRESS TAG SECONDS

const net = require("net");

const [address, tag, seconds] = [new URL(process.argv[2]), process.argv[3], Number(process.argv[4])];
const request = `GET ${address.pathname} HTTP/1.1\r\nHost: ${address.host}\r\nIf-None-Match: ${tag}\r\n\r\n`;
const times = [];
const end = performance.now() + seconds * 1000;
let open = 16;
for (let connection = 0; connection < 16; connection += 1) {
  const socket = net.connect(Number(address.port), address.hostname);
  let [head, start] = ["", 0];
  const ask = () => {
    [head, start] = ["", performance.now()];
    socket.write(request);
  };
  socket.setEncoding("latin1");
  socket.on("connect", ask);
  socket.on("data", (text) => {
    head += text;
    if (!head.endsWith("\r\n\r\n")) return;
    if (!head.startsWith("HTTP/1.1 304")) throw new Error(head.slice(0, 80));
    times.push(performance.now() - start);
    if (performance.now() < end) ask();
    else socket.end();
  });
  socket.on("close", () => {
    open -= 1;
    if (open > 0) return;
    times.sort((one, other) => one - other);
    console.log((times.length / seconds).toFixed(1), times[times.length >> 1].toFixed(2));
  });
}
