SET LOCAL lock_timeout = '5s';

-- CreateTable
CREATE TABLE "saved_view" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_view_name_length" CHECK (char_length("name") BETWEEN 1 AND 60),
    CONSTRAINT "saved_view_filter_is_object" CHECK (jsonb_typeof("filter") = 'object')
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_user_id_name_key" ON "saved_view"("user_id", "name");

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
