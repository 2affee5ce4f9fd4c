import { execFileSync, spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Say } from "./say.ts";

/** Lets Caddy, nginx and systemd read the files of deploy/ as they are, with a certificate of its own for nginx. */
export async function checkDeployment(say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-deployment-"));
  try {
    const environment = { TILL_DOMAIN: "pay.example.com", TILL_UPSTREAMS: "web-1:3000 web-2:3000", HOME: folder };
    run("caddy", ["validate", "--config", "deploy/caddy/Caddyfile", "--adapter", "caddyfile"], environment);
    say("Caddy reads its configuration");
    run("nginx", ["-t", "-c", await writeNginx(folder)]);
    say("nginx reads its configuration");
    for (const [unit, instance] of [
      ["till-web@", "3000"],
      ["till-worker@", "1"],
    ] as const) {
      const file = path.join(folder, `${unit}${instance}.service`);
      await cp(`deploy/systemd/${unit}.service`, file);
      run("systemd-analyze", ["verify", "--man=no", file]);
    }
    say("systemd reads its units");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws Error with the output when the program isn't installed, fails, or complains about a file of ours. */
function run(program: string, args: string[], environment: Readonly<Record<string, string>> = {}): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    env: { ...process.env, ...environment },
    encoding: "utf8",
  });
  const output = `${stdout}${stderr}`;
  // systemd ignores what it doesn't know, and only says so.
  const complains = /till-(?:web|worker)@[^:]*:.*(?:unknown|ignor|fail)/i.test(output);
  if (status !== 0 || complains) throw new Error(`${program}: ${error?.message ?? output}`);
}

async function writeNginx(folder: string): Promise<string> {
  const certificate = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=pay.example.com"];
  const files = ["-keyout", path.join(folder, "privkey.pem"), "-out", path.join(folder, "fullchain.pem")];
  execFileSync("openssl", ["req", ...certificate, ...files], { stdio: "ignore" });
  const ours = await readFile("deploy/nginx/till.conf", "utf8");
  const file = path.join(folder, "nginx.conf");
  const site = ours.replaceAll("/etc/letsencrypt/live/pay.example.com", folder);
  await writeFile(file, `pid ${folder}/pid; error_log stderr;\nevents {}\nhttp {\n${site}}\n`);
  return file;
}
