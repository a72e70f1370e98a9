// Requests to our own server.

export const network = (page) => ({
  async fetch(number, address, size) {
    const [method, path, type, body, milliseconds] = page.unpack(address, size, "tttbn");
    try {
      const response = await fetch(path, {
        method,
        headers: type ? { "Content-Type": type } : {},
        body: method === "GET" || method === "HEAD" ? undefined : body,
        redirect: "error",
        signal: AbortSignal.timeout(milliseconds),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      page.answer(number, response.status, response.headers.get("Content-Type") ?? "", bytes);
    } catch {
      page.answer(number, 0, "", new Uint8Array());
    }
  },
});
