import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { startDevnet } from "#scripts/devnet/start-devnet.ts";

// Follows "Quick start" of docs/operations.md to the letter, on a Debian machine as root, up to a paid payment: `npm run test:quickstart`.
// It installs packages, creates the role and the database `till`, and removes them and its files at the end.
const chainId = 8453;
const startedAt = performance.now();
const folder = await mkdtemp(path.join(tmpdir(), "till-quick-start-"));
const devnet = await startDevnet({ chainIds: [chainId], idleBlockTimeSeconds: 1 });
const { relayer, merchant, buyers } = devAccounts();
/** Stands in for certbot, which needs a public domain. */
const certificate = `mkdir -p /etc/letsencrypt/live/$DOMAIN
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$DOMAIN" -addext "subjectAltName=DNS:$DOMAIN" \\
  -keyout /etc/letsencrypt/live/$DOMAIN/privkey.pem -out /etc/letsencrypt/live/$DOMAIN/fullchain.pem 2>/dev/null
export CURL_CA_BUNDLE=/etc/letsencrypt/live/$DOMAIN/fullchain.pem NODE_EXTRA_CA_CERTS=/etc/letsencrypt/live/$DOMAIN/fullchain.pem
`;
/** Pays the link that the last command of the manual printed, as a buyer does. */
const epilogue = `
echo "paying $LINK"
cd "${path.resolve(import.meta.dirname, "../..")}"
node scripts/pay.ts "$LINK" --chain ${chainId} --app-id "$APP_ID" --key ${buyers[0]?.privateKey}
`;
const script = path.join(folder, "quick-start.sh");
try {
  await writeFile(script, `${prelude()}\n${await commands()}\n${epilogue}`);
  const child = spawn("bash", [script], { stdio: "inherit", env: { ...process.env, FOLDER: folder } });
  const [code] = await once(child, "exit");
  process.stdout.write(
    `the quick start took ${Math.round((performance.now() - startedAt) / 1_000)} s and ended with ${code}\n`,
  );
  process.exitCode = code === 0 ? 0 : 1;
} finally {
  await devnet.stop();
  await rm(folder, { recursive: true, force: true });
}

/** The commands of the manual, in order. The first block has the operator's own values, which are a local chain's here. */
async function commands(): Promise<string> {
  const manual = await readFile("docs/operations.md", "utf8");
  const section = /^## Quick start\n(.*?)^## /ms.exec(manual)?.[1] ?? "";
  const blocks = [...section.matchAll(/^```sh( \w+)?\n(.*?)^```$/gms)].map(([, tag = "", text = ""]) => ({
    tag: tag.trim(),
    text,
  }));
  if (blocks.length < 5) throw new Error("docs/operations.md has no quick start");
  const replaced: Readonly<Record<string, string>> = { values: values(), certificate };
  return blocks.map(({ tag, text }) => replaced[tag] ?? text).join("\n");
}

function values(): string {
  return `export DOMAIN=localhost RPC_URL=${devnet.chains[0]?.rpcUrl} RELAYER_KEY=${relayer.privateKey}
export TREASURY=${relayer.address} SETTLES_TO=${merchant.address}
`;
}

/** Node 24, as the manual requires it, and systemctl for machines without systemd: it runs the units' commands. */
function prelude(): string {
  return `set -euo pipefail
export PATH="${path.dirname(process.execPath)}:$PATH" DEBIAN_FRONTEND=noninteractive
UNITS="$FOLDER/units"; mkdir -p "$UNITS"
chmod 755 "$FOLDER"
for each in /opt/till /etc/till /etc/nginx/sites-enabled/till.conf; do
  if [ -e "$each" ]; then echo "$each exists: this machine runs Till already, which this script would remove."; exit 1; fi
done
clean() {
  local code=$?
  if [ $code -ne 0 ]; then tail -n 20 "$FOLDER"/*.log 2>/dev/null || true; fi
  for pid in "$UNITS"/*.pid; do [ -e "$pid" ] && kill -- -"$(cat "$pid")" 2>/dev/null || true; done
  service nginx stop || true
  sleep 1
  rm -f /etc/nginx/sites-enabled/till.conf
  su postgres -c "psql -qc 'DROP DATABASE IF EXISTS till WITH (FORCE)' -c 'DROP ROLE IF EXISTS till'" || true
  service postgresql stop || true
  service redis-server stop || true
  rm -rf /opt/till /etc/till /etc/systemd/system/till-*@.service
  userdel till 2>/dev/null || true
}
trap clean EXIT
systemctl() {
  [ "$1" = daemon-reload ] && return 0
  local action="$1"; shift; [ "$1" = --now ] && shift
  for unit in "$@"; do
    case "$unit" in
      till-*)
        local name="\${unit%%@*}" instance="\${unit##*@}" file="/etc/systemd/system/\${unit%%@*}@.service"
        (
          set -a
          for each in $(sed -n 's/^EnvironmentFile=//p' "$file"); do . "$each"; done
          export $(sed -n 's/^Environment=//p' "$file" | sed "s/%i/$instance/g")
          set +a
          cd "$(sed -n 's/^WorkingDirectory=//p' "$file")"
          setsid setpriv --reuid=till --regid=till --clear-groups $(sed -n 's/^ExecStart=//p' "$file") >"$FOLDER/$unit.log" 2>&1 &
          echo $! > "$UNITS/$unit.pid"
        ) ;;
      *)
        if [ "$action" = reload ]; then service "$unit" reload; else service "$unit" start; fi ;;
    esac
  done
}
git clone -q "${path.resolve(import.meta.dirname, "../..")}" "$FOLDER/till"
cd "$FOLDER/till"
`;
}
