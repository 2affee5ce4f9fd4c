import { useEffect, useId, useState } from "react";
import type { MessageKey } from "#components/checkout/messages/messages.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { ErrorDetail } from "#components/checkout/wallet/error-detail.tsx";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { refusalMessages } from "#components/checkout/wallet/refusal-messages.ts";
import type { WalletRefusal } from "#components/checkout/wallet/wallet-errors.ts";
import type { ListedWallet, WalletGroups } from "#components/checkout/wallet/wallet-groups.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { SpinnerIcon, WalletIcon } from "#components/ui/icons.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";

/** The reason why no wallet is connected. */
export type ConnectProblem =
  | WalletRefusal
  /** WalletConnect doesn't answer. */
  | { kind: "unreachable" }
  /** The code or link before the one that is shown wasn't used in time. */
  | { kind: "codeExpired" }
  | { kind: "linkExpired" }
  /** The wallet has ended the session. */
  | { kind: "ended" };

const problemMessages = {
  ...refusalMessages,
  unreachable: "wallets.unreachable",
  codeExpired: "wallets.codeExpired",
  linkExpired: "wallets.linkExpired",
  ended: "wallets.ended",
} as const satisfies Record<ConnectProblem["kind"], MessageKey>;

/** A wallet that was asked to connect, and the address of the connection once a remote one has it. */
export type AskedWallet = { wallet: ListedWallet; uri: string | null };

type WalletListProps = {
  groups: WalletGroups;
  asked: AskedWallet | null;
  problem: ConnectProblem | null;
  /** Whether the page is open on a phone, where a link opens the wallet's app. */
  isPhone: boolean;
  onChoose: (wallet: ListedWallet) => void;
  onLeave: () => void;
};

/** The wallets to choose from, with what the chosen one waits for below its name. */
export function WalletList({ groups, asked, problem, isPhone, onChoose, onLeave }: WalletListProps) {
  const { t } = useTranslation();
  const { recent, installed, mobile, others } = groups;
  const shared = { asked, isPhone, onChoose };
  return (
    <div className="flex grow flex-col gap-5">
      <PanelHeading>{t("wallets.title")}</PanelHeading>
      {problem !== null && (
        <div
          role="alert"
          className={`rounded-lg px-4 py-3 text-pretty ${problem.kind === "failed" || problem.kind === "unreachable" ? "bg-critical-wash text-critical" : "bg-sunken"}`}
        >
          <p key={problem.kind}>{t(problemMessages[problem.kind])}</p>
          {problem.kind === "failed" && <ErrorDetail text={problem.message} />}
        </div>
      )}
      <p role="status" className="sr-only">
        {asked !== null && t("sign.waiting")}
      </p>
      {recent !== null && <Group name={t("wallets.recent")} wallets={[recent]} {...shared} />}
      <Group name={t("wallets.installed")} wallets={installed} {...shared} />
      <Group name={t("wallets.mobile")} wallets={mobile} {...shared} />
      <Group name={null} wallets={others} {...shared} />
      <LeaveButton onLeave={onLeave} />
    </div>
  );
}

/** Returns to the panel before the wallet was connected. */
export function LeaveButton({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={onLeave}
      className="-mx-3 mt-auto min-h-11 self-start rounded-lg px-3 text-sm font-medium text-accent underline-offset-4 hover:underline"
    >
      {t("noWallet.back")}
    </button>
  );
}

type GroupProps = Pick<WalletListProps, "asked" | "isPhone" | "onChoose"> & {
  /** Null for a list that needs no heading. */
  name: string | null;
  wallets: readonly ListedWallet[];
};

function Group({ name, wallets, ...shared }: GroupProps) {
  const id = useId();
  if (wallets.length === 0) return null;
  return (
    <section className="space-y-2" aria-labelledby={name === null ? undefined : id}>
      {name !== null && (
        <h3 id={id} className="text-sm text-ink-muted">
          {name}
        </h3>
      )}
      <ul className="space-y-2">
        {wallets.map((wallet) => (
          <Item key={wallet.key} wallet={wallet} {...shared} />
        ))}
      </ul>
    </section>
  );
}

type ItemProps = Pick<WalletListProps, "asked" | "isPhone" | "onChoose"> & { wallet: ListedWallet };

function Item({ wallet, asked, isPhone, onChoose }: ItemProps) {
  const { t } = useTranslation();
  const isAsked = asked?.wallet.key === wallet.key;
  const uri = isAsked ? asked.uri : null;
  return (
    <li className={`rounded-xl border ${isAsked ? "border-accent" : "border-line hover:border-line-strong"}`}>
      <button
        type="button"
        aria-busy={isAsked}
        onClick={() => onChoose(wallet)}
        className="flex min-h-14 w-full items-center gap-3 rounded-xl px-3 py-2 text-start"
      >
        <Logo icon={wallet.icon} />
        <span className="min-w-0 grow font-medium wrap-anywhere">
          <bdi>{wallet.name}</bdi>
        </span>
        {isAsked && uri === null && (
          <span className="flex shrink-0 items-center gap-2 text-sm text-ink-muted">
            <SpinnerIcon className="size-4" />
            <span aria-hidden="true" className="max-sm:sr-only">
              {t("sign.waiting")}
            </span>
          </span>
        )}
      </button>
      {uri !== null && (
        <div className="border-t border-line p-3">
          {isPhone ? (
            <div className="flex flex-col items-center gap-1">
              <OpenApp isPrimary link={wallet.remote?.linkOf(uri) ?? uri} />
              <CopyLink uri={uri} />
            </div>
          ) : (
            <div className="flex flex-wrap items-center gap-4">
              <QrCode
                text={wallet.remote?.codeOf(uri) ?? uri}
                label={t("wallets.code")}
                className="size-48 max-w-full shrink-0 rounded-lg"
              />
              <div className="min-w-40 grow basis-0">
                <p className="text-sm text-pretty text-ink-muted">{t("wallets.scan")}</p>
                <CopyLink uri={uri} />
              </div>
            </div>
          )}
        </div>
      )}
    </li>
  );
}

/** Copies the address of a connection, for a wallet that takes it as text. */
function CopyLink({ uri }: { uri: string }) {
  const { t } = useTranslation();
  const words = { copied: t("copy.done"), failed: t("copy.failed") };
  return <CopyButton text={uri} label={t("wallets.copy")} words={words} look="quiet" />;
}

/** Opens a wallet's app. A plain link, because phones open an app only directly from a tap. */
export function OpenApp({ link, isPrimary = false }: { link: string; isPrimary?: boolean }) {
  const { t } = useTranslation();
  const look = isPrimary
    ? "border-brand-edge bg-brand text-on-brand hover:bg-brand-strong"
    : "border-line-strong hover:bg-sunken";
  return (
    <a
      href={link}
      rel="noreferrer"
      className={`flex min-h-11 w-full items-center justify-center rounded-lg border px-4 font-medium ${look}`}
    >
      {t("sign.open")}
    </a>
  );
}

/** A wallet's logo. The content security policy allows data URLs and our own files, so no logo is loaded from another host. */
function Logo({ icon }: Pick<ListedWallet, "icon">) {
  const [loaded, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    if (typeof icon === "function") icon().then(setLoaded, () => undefined);
  }, [icon]);
  const url = typeof icon === "string" ? icon : loaded;
  if (url === null) {
    return (
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-ink-muted">
        <WalletIcon className="size-5" />
      </span>
    );
  }
  // biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the content security policy blocks.
  return <img src={url} alt="" width={36} height={36} className="size-9 shrink-0 rounded-lg" />;
}
