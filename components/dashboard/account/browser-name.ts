/** The first that fits counts: nearly every browser claims to be Safari, and most of them to be Chrome. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** What people call a browser that says this about itself: `Firefox on Linux`. */
export function browserName(userAgent: string | null): string {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return system === undefined ? "Unknown browser" : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
