type MerchantLogoProps = { name: string; logo: string | null; className?: string };

/** The merchant's logo from our copy, or the first letter of its name. Decorative: the name is always next to it. */
export function MerchantLogo({ name, logo, className = "size-9 rounded-lg" }: MerchantLogoProps) {
  if (logo === null) {
    return (
      <span
        aria-hidden="true"
        className={`grid shrink-0 place-items-center bg-accent-wash font-semibold text-accent uppercase ${className}`}
      >
        {Array.from(name)[0]}
      </span>
    );
  }
  // biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the Content-Security-Policy refuses.
  return <img src={logo} alt="" width={48} height={48} className={`shrink-0 object-cover ${className}`} />;
}
