-- AlterTable
ALTER TABLE "app" ADD COLUMN     "logo_hash" TEXT;

-- CreateIndex
CREATE INDEX "app_logo_hash_idx" ON "app"("logo_hash");

-- AddForeignKey
ALTER TABLE "app" ADD CONSTRAINT "app_logo_hash_fkey" FOREIGN KEY ("logo_hash") REFERENCES "logo"("sha256") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What people are shown of an app is a name and our copy of its icon, or no icon.
ALTER TABLE app
  ADD CONSTRAINT app_logo_has_url CHECK (logo_hash IS NULL OR icon_url IS NOT NULL),
  ADD CONSTRAINT app_has_name CHECK (name <> '');
