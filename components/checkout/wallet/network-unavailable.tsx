import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { Button } from "#components/ui/button.tsx";

type NetworkUnavailableProps = { isChecking: boolean; onTryAgain: () => void };

/** Explains that no network responds, so that a missing answer doesn't look like a low balance. */
export function NetworkUnavailable({ isChecking, onTryAgain }: NetworkUnavailableProps) {
  const { t } = useTranslation();
  return (
    <>
      <PanelHeading>{t("unavailable.title")}</PanelHeading>
      <p role="alert" className="-mt-3 text-pretty text-ink-muted">
        {t("unavailable.text")}
      </p>
      <Button isPrimary isBusy={isChecking} onClick={onTryAgain}>
        {t("sign.again")}
      </Button>
    </>
  );
}
