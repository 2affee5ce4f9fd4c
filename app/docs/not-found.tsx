import { Notice } from "#components/ui/notice.tsx";

export default function VersionNotFound() {
  return (
    <main className="flex grow flex-col items-center justify-center px-4 py-10">
      <Notice title="There is no such version of the API">
        <p>
          The{" "}
          <a href="/docs" className="text-accent underline">
            reference of the newest version
          </a>{" "}
          names them all.
        </p>
      </Notice>
    </main>
  );
}
