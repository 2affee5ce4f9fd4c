import "#app/_styles/buyer.css";
import type { ReactNode } from "react";
import { RootDocument, rootMetadata, rootViewport } from "#app/root-document.tsx";

export const metadata = rootMetadata;
export const viewport = rootViewport;

export default function BuyerRoot({ children }: { children: ReactNode }) {
  return <RootDocument>{children}</RootDocument>;
}
