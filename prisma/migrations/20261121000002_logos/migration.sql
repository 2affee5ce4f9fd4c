-- CreateTable
CREATE TABLE "logo" (
    "sha256" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "logo_pkey" PRIMARY KEY ("sha256")
);

-- AlterTable
ALTER TABLE "merchant" ADD COLUMN "logo_hash" TEXT;

-- CreateIndex
CREATE INDEX "merchant_logo_hash_idx" ON "merchant"("logo_hash");

-- AddForeignKey
ALTER TABLE "merchant" ADD CONSTRAINT "merchant_logo_hash_fkey" FOREIGN KEY ("logo_hash") REFERENCES "logo"("sha256") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the database refuses, whoever asks: served files are what was checked, under the name of their content.
ALTER TABLE logo
  ADD CONSTRAINT logo_named_by_content CHECK (sha256 = encode(sha256(bytes), 'hex')),
  ADD CONSTRAINT logo_media_type_known CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  ADD CONSTRAINT logo_size_limit CHECK (octet_length(bytes) BETWEEN 1 AND 2097152),
  ADD CONSTRAINT logo_pixel_limits CHECK (width BETWEEN 500 AND 4096 AND height BETWEEN 500 AND 4096);
CREATE TRIGGER logo_frozen BEFORE UPDATE ON logo FOR EACH ROW EXECUTE FUNCTION append_only();
ALTER TABLE merchant ADD CONSTRAINT merchant_logo_has_url CHECK (logo_hash IS NULL OR icon_url IS NOT NULL);
