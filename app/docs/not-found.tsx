import { Notice } from "#components/ui/notice.tsx";

export default function VersionNotFound() {
  return (
    <main className="flex grow flex-col items-center justify-center px-4 py-10">
      <Notice title="Page not found">
        <p>
          The{" "}
          <a href="/docs" className="text-accent underline">
            overview
          </a>{" "}
          lists all pages and versions of the reference.
        </p>
      </Notice>
    </main>
  );
}
