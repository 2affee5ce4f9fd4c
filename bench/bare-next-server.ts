import { createServer } from "node:http";
import { prepareNextPages } from "#scripts/web/next-pages.ts";

// The baseline of Next: the same build on a bare node:http server, without Till's web process, its limits and
// its proxy.
const port = Number(process.env.PORT);
const pages = await prepareNextPages({ dev: false, hostname: "127.0.0.1", port }, ({ socket }) => socket.remoteAddress);
const server = createServer((request, response) => void pages.answer(request, response));
server.listen(port, "127.0.0.1", () => process.send?.("ready"));
