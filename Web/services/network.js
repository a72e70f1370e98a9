// Requests to our own server. The program gets the answers when it is whole; otherwise they could make the page wait.

import { whole } from "../programs.js";

export const network = (page) => ({
  async fetch(number, address, size) {
    const [method, path, headers, body, milliseconds] = page.unpack(address, size, "tttbn");
    try {
      const response = await fetch(path, {
        method,
        headers: headers.split("\n").filter(Boolean).map((line) => line.split(": ")),
        body: method === "GET" || method === "HEAD" ? undefined : body,
        redirect: "error",
        signal: AbortSignal.timeout(milliseconds),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      await whole;
      page.answer(number, response.status, response.headers.get("Content-Type") ?? "", bytes);
    } catch {
      page.answer(number, 0, "", new Uint8Array());
    }
  },
});
