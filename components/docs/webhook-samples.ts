/** A program that verifies a webhook and returns its event. The tests run each one whose language is installed. */
export type WebhookSample = { language: string; code: string };

const node = `import { createHmac, timingSafeEqual } from "node:crypto";

/** body: the request's body as text, before any parsing. */
export function verify(secret, headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= 300)) throw new Error("The webhook is too old.");
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key)
    .update(id + "." + timestamp + "." + body)
    .digest();
  const isValid = headers["webhook-signature"].split(" ").some((part) => {
    const [version, signature = ""] = part.split(",");
    const given = Buffer.from(signature, "base64");
    return (
      version === "v1" &&
      given.length === expected.length &&
      timingSafeEqual(given, expected)
    );
  });
  if (!isValid) throw new Error("The signature is wrong.");
  return JSON.parse(body);
}`;

const python = `import base64
import hashlib
import hmac
import json
import time


def verify(secret, headers, body):
    """body: the request's body as bytes, before any parsing."""
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("The webhook is too old.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    given = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(expected, one) for one in given):
        raise ValueError("The signature is wrong.")
    return json.loads(body)`;

const php = `<?php

/** $body: the request's body as text, before any parsing. */
function verify(string $secret, array $headers, string $body): array
{
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) {
        throw new Exception('The webhook is too old.');
    }
    $key = base64_decode(str_replace('whsec_', '', $secret));
    $signed = $headers['webhook-id'] . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new Exception('The signature is wrong.');
}`;

const go = `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Verify checks a webhook. body: the request's body, before any parsing.
func Verify(secret string, headers http.Header, body []byte) error {
	timestamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(time.Since(time.Unix(seconds, 0)).Seconds()) > 300 {
		return errors.New("the webhook is too old")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(headers.Get("webhook-id") + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return nil
		}
	}
	return errors.New("the signature is wrong")
}`;

export const webhookSamples = {
  node: { language: "Node.js", code: node },
  python: { language: "Python", code: python },
  php: { language: "PHP", code: php },
  go: { language: "Go", code: go },
} satisfies Record<string, WebhookSample>;
