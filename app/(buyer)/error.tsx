"use client";

import { ErrorPage } from "#components/ui/error-page.tsx";

export default ErrorPage;
