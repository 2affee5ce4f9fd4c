"use client";

import type { ComponentProps } from "react";
import { useModePath } from "#components/ui/mode.tsx";

/** A link to a file of the dashboard, in the mode of its page. */
export function DownloadLink({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  const inMode = useModePath();
  return <a href={inMode(href)} download {...rest} />;
}
