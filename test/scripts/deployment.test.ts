import { access, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { environmentSchema } from "#lib/env/schema.ts";

const service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.union([z.string().transform((file) => [file]), z.array(z.string())]).default([]),
  healthcheck: z.looseObject({}).default({}),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
});
const composeFile = z.object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) });

const compose = async () => composeFile.parse(parse(await readFile("compose.yaml", "utf8"), { merge: true }));
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

test("compose runs two web processes, and two workers that alone have the relayer key, on read-only file systems", async () => {
  const { services } = await compose();
  for (const name of ["web-1", "web-2", "worker-1", "worker-2", "migrate"]) {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"], tmpfs: ["/tmp"] });
  }
  // worker.env also has the credentials of key services, and .env the passwords of the other containers.
  for (const name of ["web-1", "web-2", "migrate"]) expect(services[name]?.env_file).toEqual(["till.env"]);
  for (const name of ["worker-1", "worker-2"]) expect(services[name]?.env_file).toEqual(["till.env", "worker.env"]);
  for (const key of ["RELAYER_PRIVATE_KEY", "RELAYER_KEYS", "DEPLOYER_PRIVATE_KEY"]) {
    expect(services["web-1"]?.environment[key]).toBe("");
    expect(services["worker-1"]?.environment).not.toHaveProperty(key);
  }
  const ours = Object.values(services).filter(({ image }) => image.startsWith("till:"));
  const variables = ours.flatMap(({ environment }) => Object.keys(environment));
  expect(variables.filter((name) => !(name in environmentSchema.shape || name === "DEPLOYER_PRIVATE_KEY"))).toEqual([]);
});

test("no process of compose connects as the superuser, and the script that creates its role runs on an empty volume", async () => {
  const { services } = await compose();
  const { environment = {}, volumes = [] } = services.postgres ?? {};
  const superuser = environment.POSTGRES_USER ?? "postgres";
  const users = Object.values(services).flatMap(({ environment: { DATABASE_URL: url } }) =>
    url === undefined ? [] : [/^postgres:\/\/(\w+):/.exec(url)?.[1]],
  );
  expect(users).toHaveLength(5);
  expect(new Set(users)).toEqual(new Set(["till"]));
  expect(users).not.toContain(superuser);
  expect(volumes).toContain("./deploy/postgres/create-role.sh:/docker-entrypoint-initdb.d/create-role.sh:ro");
});

test("compose names only services, volumes and files that exist, and pins images", async () => {
  const { services, volumes } = await compose();
  for (const { image, command, depends_on: needed, volumes: mounts } of Object.values(services)) {
    expect(image).toMatch(/:[\w$]/);
    expect(image).not.toMatch(/:latest$/);
    const names = Array.isArray(needed) ? needed : Object.keys(needed);
    expect(names.filter((name) => !(name in services))).toEqual([]);
    for (const script of command.filter((word) => word.startsWith("scripts/"))) expect(await exists(script)).toBe(true);
    for (const mount of mounts) {
      const [from = ""] = mount.split(":");
      expect(from.startsWith("./") ? await exists(from) : from in volumes, mount).toBe(true);
    }
  }
});

test("Prometheus asks each process of compose for its metrics", async () => {
  const { services } = await compose();
  const scrape = z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) });
  const text = await readFile("deploy/observability/prometheus.yml", "utf8");
  const { scrape_configs: jobs } = z.object({ scrape_configs: z.array(scrape) }).parse(parse(text));
  const targets = jobs.flatMap(({ static_configs: configs }) => configs.flatMap((config) => config.targets));
  // The pages' process has the port after the web process's.
  const asked = (name: string, next: number) => `${name}:${Number(services[name]?.environment.METRICS_PORT) + next}`;
  const web = ["web-1", "web-2"].flatMap((name) => [asked(name, 0), asked(name, 1)]);
  expect(targets.toSorted()).toEqual([...web, asked("worker-1", 0), asked("worker-2", 0)].toSorted());
});

test("the image runs Node directly, so that it gets signals, as a user other than root, and has a health check", async () => {
  const lines = (await readFile("Dockerfile", "utf8")).replaceAll(/\\\n\s*/g, "").split("\n");
  const last = lines.findLastIndex((line) => line.startsWith("FROM "));
  const final = lines.slice(last);
  const instruction = (name: string) => final.findLast((line) => line.startsWith(`${name} `)) ?? "";
  expect(instruction("USER")).toMatch(/^USER [1-9]\d+:[1-9]\d+$/);
  expect(JSON.parse(instruction("CMD").slice(4))).toEqual(["node", "scripts/server.ts"]);
  expect(JSON.parse(instruction("ENTRYPOINT").slice(11))).toEqual(["/usr/bin/tini", "--"]);
  expect(instruction("HEALTHCHECK")).toContain('CMD ["node"');
  for (const line of lines) expect(line).not.toMatch(/^ADD |^FROM \S+$(?<!:\S+)|:latest/);
  const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(" ").slice(1, -1));
  for (const file of copied) expect(await exists(file), file).toBe(true);
});

test("systemd units run existing scripts, restart them for ever, and read an optional file of the process", async () => {
  for (const unit of ["till-web@", "till-worker@"]) {
    const text = await readFile(`deploy/systemd/${unit}.service`, "utf8");
    const [, set, script = ""] = /^ExecStart=\/usr\/bin\/env (PORT=%i )?node (\S+)$/m.exec(text) ?? [];
    // A PORT in an EnvironmentFile overrides that of Environment=, and both web processes would listen on it.
    expect(set).toBe(unit === "till-web@" ? "PORT=%i " : undefined);
    expect(text).not.toMatch(/^Environment=.*PORT/m);
    expect(await exists(script), script).toBe(true);
    expect(text).toMatch(/^Restart=always$/m);
    expect(text).toMatch(/^TimeoutStopSec=30$/m);
    expect(text.split("[Service]")[0]).toMatch(/^StartLimitIntervalSec=0$/m);
    expect([...text.matchAll(/^EnvironmentFile=(.*)$/gm)].at(-1)?.[1]).toBe("-/etc/till/%p-%i.env");
  }
});

test("files with secrets are in neither the repository nor the image", async () => {
  for (const file of [".gitignore", ".dockerignore"]) {
    expect((await readFile(file, "utf8")).split("\n")).toContain("*.env");
  }
});

test("the manual's commands for containers name services and production scripts that exist", async () => {
  const { services } = await compose();
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile("package.json", "utf8")));
  const manual = await readFile("docs/operations.md", "utf8");
  const commands = manual.split("\n").filter((line) => line.includes("docker compose "));
  const named = commands.flatMap((line) => [...line.matchAll(/ ((?:web|worker)-\w+|migrate|postgres)\b/g)]);
  expect(named.length).toBeGreaterThan(15);
  expect(named.map(([, name = ""]) => name).filter((name) => !(name in services))).toEqual([]);
  const files = commands.flatMap((line) => [...line.matchAll(/node (scripts\/\w+\.ts)/g)].map(([, file]) => file));
  const production = Object.values(scripts).filter((command) => command.includes("--env-file-if-exists"));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !production.some((command) => command.endsWith(` ${file}`)))).toEqual([]);
});

test("the manual's dumps replace no earlier one until they are complete, and its restores stop at the first error in a new database", async () => {
  const manual = await readFile("docs/operations.md", "utf8");
  const blocks = [...manual.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = ""]) => commands);
  const dumps = blocks.filter((commands) => commands.includes("pg_dump"));
  expect(dumps).toHaveLength(2);
  for (const commands of dumps) expect(commands).toMatch(/pg_dump .* > "\$DUMP\.part" && mv "\$DUMP\.part" "\$DUMP"\n/);
  const restores = blocks.filter((commands) => commands.includes("pg_restore"));
  expect(restores).toHaveLength(2);
  for (const commands of restores) {
    expect(commands).toMatch(/^\(\nset -e\n/);
    expect(commands).toMatch(/pg_restore .*--exit-on-error .*-d till_restored"? < /);
    expect(commands).not.toMatch(/dropdb\b(?!.*till_restored)/);
  }
});
