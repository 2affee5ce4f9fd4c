"use client";

import { FailedBuyerPage } from "#components/checkout/failed-buyer-page.tsx";

export default FailedBuyerPage;
