import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webhookSamples } from "#components/docs/webhook-samples.ts";

const run = promisify(execFile);
const secret = `whsec_${Buffer.from("a secret of at least 24 bytes").toString("base64")}`;
const other = `whsec_${Buffer.from("another secret of 24 bytes or more").toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "payment.succeeded", data: { merchant: "Café Lumen" } });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "till-samples-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Headers = { "webhook-id": string; "webhook-timestamp": string; "webhook-signature": string };

function headersOf(secrets: readonly string[], at = new Date()): Headers {
  const signatures = secrets.map((one) => new Webhook(one).sign("evt_1", at, body));
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signatures.join(" "),
  };
}

/** A program for each sample, with the command that runs it. It verifies the webhook in its arguments and prints its type. */
const programs: Record<keyof typeof webhookSamples, { command: string[]; files: Record<string, string> }> = {
  node: {
    command: [process.execPath, "main.mjs"],
    files: {
      "verify.mjs": webhookSamples.node.code,
      "main.mjs": `import { verify } from "./verify.mjs";
const [headers, body] = process.argv.slice(2);
console.log(verify(${JSON.stringify(secret)}, JSON.parse(headers), body).type);`,
    },
  },
  python: {
    command: ["python3", "main.py"],
    files: {
      "verify.py": webhookSamples.python.code,
      "main.py": `import json, sys
from verify import verify
print(verify(${JSON.stringify(secret)}, json.loads(sys.argv[1]), sys.argv[2].encode())["type"])`,
    },
  },
  php: {
    command: ["php", "main.php"],
    files: {
      "verify.php": webhookSamples.php.code,
      "main.php": `<?php
require 'verify.php';
echo verify('${secret}', json_decode($argv[1], true), $argv[2])['type'], "\\n";`,
    },
  },
  go: {
    command: ["go", "run", "."],
    files: {
      "go.mod": "module sample\n\ngo 1.19\n",
      "webhook/verify.go": webhookSamples.go.code,
      "main.go": `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sample/webhook"
)

func main() {
	given, headers := map[string]string{}, http.Header{}
	json.Unmarshal([]byte(os.Args[1]), &given)
	for name, value := range given {
		headers.Set(name, value)
	}
	if err := webhook.Verify(${JSON.stringify(secret)}, headers, []byte(os.Args[2])); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	event := struct{ Type string }{}
	json.Unmarshal([]byte(os.Args[2]), &event)
	fmt.Println(event.Type)
}`,
    },
  },
};

function isInstalled([command = ""]: readonly string[]): boolean {
  try {
    execFileSync(command, [command === "go" ? "version" : "--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const installed = Object.entries(programs).filter(([, { command }]) => isInstalled(command));

describe.each(installed)("the sample in %s", (name, { command: [file = "", ...args], files }) => {
  const cwd = () => path.join(folder, name);
  const verify = (headers: Headers, text = body) =>
    run(file, [...args, JSON.stringify(headers), text], { cwd: cwd(), env: { ...process.env, GOFLAGS: "-mod=mod" } });

  beforeAll(async () => {
    await run("mkdir", ["-p", path.join(cwd(), "webhook")]);
    for (const [at, code] of Object.entries(files)) await writeFile(path.join(cwd(), at), code);
  });

  test("accepts a webhook, also one that is signed with two secrets", async () => {
    expect((await verify(headersOf([secret]))).stdout).toBe("payment.succeeded\n");
    expect((await verify(headersOf([other, secret]))).stdout).toBe("payment.succeeded\n");
  });

  test("refuses another secret, a changed body, an old webhook and a time that is none", async () => {
    await expect(verify(headersOf([other]))).rejects.toThrow(/signature is wrong/);
    await expect(verify(headersOf([secret]), body.replace("succeeded", "failed"))).rejects.toThrow(
      /signature is wrong/,
    );
    await expect(verify(headersOf([secret], new Date(Date.now() - 301_000)))).rejects.toThrow(/too old/);
    await expect(verify({ ...headersOf([secret]), "webhook-timestamp": "soon" })).rejects.toThrow();
  });
});
