type LocalImageProps = { url: string | undefined; size: number; className?: string };

/** A decorative image next to its name. Loaded by path, so that it works under every host name of the installation. */
export function LocalImage({ url, size, className = "" }: LocalImageProps) {
  if (url === undefined) return null;
  // biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the content security policy blocks.
  return <img src={new URL(url).pathname} alt="" width={size} height={size} className={className} />;
}
