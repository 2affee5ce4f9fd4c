import { Notice } from "#components/ui/notice.tsx";

export default function VersionNotFound() {
  return (
    <main className="flex grow flex-col items-center justify-center px-4 py-10">
      <Notice title="There is no such page of the reference">
        <p>
          Its{" "}
          <a href="/docs" className="text-accent underline">
            first page
          </a>{" "}
          names all pages and versions that there are.
        </p>
      </Notice>
    </main>
  );
}
