import "#app/_styles/partner.css";
import type { ReactNode } from "react";
import { RootDocument, rootMetadata, rootViewport } from "#app/root-document.tsx";

export const metadata = rootMetadata;
export const viewport = rootViewport;

export default function PartnerRoot({ children }: { children: ReactNode }) {
  return <RootDocument>{children}</RootDocument>;
}
