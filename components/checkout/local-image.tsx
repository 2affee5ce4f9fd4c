type LocalImageProps = { url: string | undefined; size: number; className?: string };

/** Decoration: its name stands beside it. Taken from the host that the page came from, whatever it calls itself. */
export function LocalImage({ url, size, className = "" }: LocalImageProps) {
  if (url === undefined) return null;
  // biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the policy refuses.
  return <img src={new URL(url).pathname} alt="" width={size} height={size} className={className} />;
}
