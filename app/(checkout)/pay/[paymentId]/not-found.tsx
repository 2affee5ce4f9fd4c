import { Notice } from "#components/ui/notice.tsx";

export default function PaymentNotFound() {
  return (
    <Notice title="There is no such payment">
      <p>The link may be incomplete. Open it again as you received it, all of it.</p>
      <p>If it still leads here, ask whoever sent it for a new one.</p>
    </Notice>
  );
}
