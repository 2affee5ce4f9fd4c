import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Starts nginx with our configuration, on another port and without TLS, in front of two web processes.
 * @throws Error when nginx isn't installed.
 */
export async function startNginx(
  folder: string,
  port: number,
  [first = 0, second = 0]: readonly number[],
): Promise<ChildProcess> {
  const ours = await readFile("deploy/nginx/till.conf", "utf8");
  const site = ours
    .replace(/server \{\s+listen 80;.*?\n\}\n/s, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_.*\n/gm, "")
    .replace("127.0.0.1:3000", `127.0.0.1:${first}`)
    .replace("127.0.0.1:3001", `127.0.0.1:${second}`);
  const file = path.join(folder, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  );
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events {}
http { access_log off; ${paths.join(" ")}
${site} }
`,
  );
  const nginx = spawn("nginx", ["-c", file], { stdio: "inherit" });
  await once(nginx, "spawn");
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return nginx;
    if (nginx.exitCode !== null) throw new Error("nginx ended: install Debian's package nginx");
    await pause(100);
  }
}
