import type { Socket } from "node:net";

/** Reads a client's commands: arrays of bulk strings, each as `*2\r\n$3\r\nGET\r\n$1\r\na\r\n`. */
export function readCommands(socket: Socket, onCommand: (command: string[]) => void): void {
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let read = readOne(rest); read !== null; read = readOne(rest)) {
      rest = rest.subarray(read.length);
      onCommand(read.command);
    }
  });
}

function readOne(bytes: Buffer): { command: string[]; length: number } | null {
  const head = readNumber(bytes, 0);
  if (head === null) return null;
  const command: string[] = [];
  let at = head.next;
  for (let index = 0; index < head.value; index += 1) {
    const size = readNumber(bytes, at);
    if (size === null || bytes.length < size.next + size.value + 2) return null;
    command.push(bytes.toString("utf8", size.next, size.next + size.value));
    at = size.next + size.value + 2;
  }
  return { command, length: at };
}

function readNumber(bytes: Buffer, from: number): { value: number; next: number } | null {
  const end = bytes.indexOf("\r\n", from);
  return end === -1 ? null : { value: Number(bytes.toString("ascii", from + 1, end)), next: end + 2 };
}
