/** An error's own words below the page's: those of the API and of wallets are in English, whatever the page's language is. */
export function ErrorDetail({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <bdi lang="en" dir="auto" className="mt-1 block text-sm wrap-anywhere">
      {text}
    </bdi>
  );
}
