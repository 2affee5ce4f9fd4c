import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { startDevnet } from "#scripts/devnet/start-devnet.ts";

// Follows "Quick start" of docs/operations.md to the letter, on a Debian machine as root, up to a paid
// payment, then "Upgrades", and runs the doctor as "What to do when" says: `npm run test:quickstart`. It
// installs packages, creates the role and the database `till`, and removes them and its files at the end.
const chainId = 8453;
const paidWithinMs = 10 * 60_000;
const root = path.resolve(import.meta.dirname, "../..");
const manual = await readFile("docs/operations.md", "utf8");
const startedAt = Date.now();
const folder = await mkdtemp(path.join(tmpdir(), "till-quick-start-"));
const devnet = await startDevnet({ chainIds: [chainId], idleBlockTimeSeconds: 1 });
const { relayer, merchant, buyers } = devAccounts();
/** A key in the query, and characters that shells treat in their own way. */
const values = `export DOMAIN=localhost RPC_URL='${devnet.chains[0]?.rpcUrl}/?key=1&name=$x' RELAYER_KEY=${relayer.privateKey}
export TREASURY=${relayer.address} SETTLES_TO=${merchant.address}
`;
/** Stands in for certbot, which needs a public domain. Debian's nginx has to serve the files that certbot would write. */
const certificate = `serves_webroot
mkdir -p /etc/letsencrypt/live/$DOMAIN
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$DOMAIN" -addext "subjectAltName=DNS:$DOMAIN" \\
  -keyout /etc/letsencrypt/live/$DOMAIN/privkey.pem -out /etc/letsencrypt/live/$DOMAIN/fullchain.pem 2>/dev/null
export CURL_CA_BUNDLE=/etc/letsencrypt/live/$DOMAIN/fullchain.pem NODE_EXTRA_CA_CERTS=/etc/letsencrypt/live/$DOMAIN/fullchain.pem
`;
/** Stands in for the package of the next release: a second build would take minutes. */
const nextPackage = `git -c user.name=test -c user.email=test@till.example commit -q --allow-empty -m "the next release"
export RELEASE=/opt/till-$(git describe --tags --always)
cp -a "$(readlink -f /opt/till)" "$RELEASE"
`;
const script = path.join(folder, "quick-start.sh");
const paid = path.join(folder, "paid");
try {
  await writeFile(
    script,
    [
      prelude(),
      ...blocks("Quick start", { values, certificate }),
      serves(),
      pay(0),
      `touch "${paid}"`,
      `(\n${blocks("What to do when", {})[0]}\n)`,
      `cd "$FOLDER/till"`,
      ...blocks("Upgrades", { values: "", package: nextPackage }),
      runs(),
      `LINK=$(api payments -H "Merchant-Id: $MERCHANT" -d '{"referenceId":"ORDER-2","amount":{"unit":"iso4217/USD","value":"2490"}}' | field gatewayUrl)`,
      pay(1),
    ].join("\n"),
  );
  const child = spawn("bash", [script], { stdio: "inherit", env: { ...process.env, FOLDER: folder } });
  const [code] = await once(child, "exit");
  const paidAt = await stat(paid).catch(() => null);
  const seconds = (until: number) => Math.round((until - startedAt) / 1_000);
  if (paidAt !== null) process.stdout.write(`a payment was paid after ${seconds(paidAt.mtimeMs)} s\n`);
  process.stdout.write(`the quick start and an upgrade took ${seconds(Date.now())} s and ended with ${code}\n`);
  process.exitCode = code === 0 && paidAt !== null && paidAt.mtimeMs - startedAt < paidWithinMs ? 0 : 1;
} finally {
  await devnet.stop();
  await rm(folder, { recursive: true, force: true });
}

/** The commands of a section of the manual, in order, with others in place of those with a tag. */
function blocks(heading: string, replaced: Readonly<Record<string, string>>): string[] {
  const [, section = ""] = manual.split(`\n## ${heading}\n`);
  const [text = ""] = section.split(/^## /m);
  const found = [...text.matchAll(/^```sh( \w+)?\n(.*?)^```$/gms)].map(
    ([, tag = "", commands = ""]) => replaced[tag.trim()] ?? commands,
  );
  if (found.length === 0) throw new Error(`docs/operations.md has no commands under ${heading}`);
  return found;
}

/** Pays the link that the manual's last command printed, as a buyer does. */
function pay(buyer: number): string {
  return `(cd "${root}" && node scripts/pay.ts "$LINK" --chain ${chainId} --app-id "$APP_ID" --key ${buyers[buyer]?.privateKey})`;
}

/** Checks what only an operator's other machines would use: certbot's renewals, redirects and metrics. */
function serves(): string {
  return `serves_webroot
[ "$(curl -s -o /dev/null -w '%{http_code} %{redirect_url}' "http://$DOMAIN/sign-in")" = "301 https://$DOMAIN/sign-in" ]
for port in 9464 9465 9466 9467 9471 9472; do curl -fsS -o /dev/null "http://127.0.0.1:$port/metrics"; done`;
}

/** Checks that the processes run the release that was installed last. */
function runs(): string {
  return `for unit in till-web@3000 till-web@3001 till-worker@1 till-worker@2; do
  [ "$(readlink "/proc/$(cat "$UNITS/$unit.pid")/cwd")" = "$RELEASE" ]
done`;
}

/**
 * The pinned Node, and systemctl for machines without systemd: it runs the units' commands. As with systemd, files of
 * variables override Environment=.
 */
function prelude(): string {
  return `set -euo pipefail
export PATH="${path.dirname(process.execPath)}:$PATH" DEBIAN_FRONTEND=noninteractive
UNITS="$FOLDER/units"; mkdir -p "$UNITS"
chmod 755 "$FOLDER"
for each in /opt/till /opt/till-* /etc/till /etc/nginx/sites-enabled/till.conf; do
  if [ -e "$each" ]; then echo "$each exists: this machine runs Till already, which this script would remove."; exit 1; fi
done
clean() {
  local code=$?
  if [ $code -ne 0 ]; then tail -n 20 "$FOLDER"/*.log 2>/dev/null || true; fi
  for pid in "$UNITS"/*.pid; do [ -e "$pid" ] && kill -- -"$(cat "$pid")" 2>/dev/null || true; done
  service nginx stop || true
  for pid in "$UNITS"/*.pid; do has_ended "$(cat "$pid")" || true; done
  rm -rf /etc/nginx/sites-enabled/till.conf /etc/letsencrypt/live/localhost /var/www/html/.well-known
  su postgres -c "psql -qc 'DROP DATABASE IF EXISTS till WITH (FORCE)' -c 'DROP ROLE IF EXISTS till' -c 'ALTER SYSTEM RESET max_connections'" || true
  service postgresql stop || true
  service redis-server stop || true
  rm -rf /opt/till /opt/till-* /etc/till /etc/systemd/system/till-*@.service
  userdel till 2>/dev/null || true
}
trap clean EXIT
has_ended() { while readlink -q "/proc/$1/cwd" >/dev/null; do sleep 0.2; done; }
serves_webroot() {
  local files=/var/www/html/.well-known/acme-challenge
  mkdir -p "$files" && echo certbot > "$files/token"
  [ "$(curl -fsS -H "Host: $DOMAIN" http://127.0.0.1/.well-known/acme-challenge/token)" = certbot ]
}
start() {
  local unit="$1" name="\${1%%@*}" instance="\${1##*@}" file="/etc/systemd/system/\${1%%@*}@.service" each
  (
    set -a
    export $(sed -n 's/^Environment=//p' "$file" | sed "s/%i/$instance/g")
    for each in $(sed -n 's/^EnvironmentFile=//p' "$file" | sed "s/%p/$name/g; s/%i/$instance/g"); do
      case "$each" in -*) [ ! -e "\${each#-}" ] || . "\${each#-}" ;; *) . "$each" ;; esac
    done
    set +a
    cd -P "$(sed -n 's/^WorkingDirectory=//p' "$file")"
    setsid setpriv --reuid=till --regid=till --clear-groups $(sed -n 's/^ExecStart=//p' "$file" | sed "s/%i/$instance/g") >>"$FOLDER/$unit.log" 2>&1 &
    echo $! > "$UNITS/$unit.pid"
  )
}
systemctl() {
  [ "$1" = daemon-reload ] && return 0
  local action="$1"; shift; [ "$1" = --now ] && shift
  for unit in "$@"; do
    case "$unit" in
      till-*)
        if [ "$action" = restart ]; then kill "$(cat "$UNITS/$unit.pid")"; has_ended "$(cat "$UNITS/$unit.pid")"; fi
        start "$unit" ;;
      *)
        if [ "$action" = enable ]; then service "$unit" start; else service "$unit" "$action"; fi ;;
    esac
  done
}
git clone -q "${root}" "$FOLDER/till"
cd "$FOLDER/till"
`;
}
