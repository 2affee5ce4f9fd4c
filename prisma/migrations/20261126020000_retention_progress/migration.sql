-- CreateTable
CREATE TABLE "retention_progress" (
    "task" TEXT NOT NULL,
    "done_until" TEXT NOT NULL,

    CONSTRAINT "retention_progress_pkey" PRIMARY KEY ("task")
);
