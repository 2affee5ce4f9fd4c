-- AlterTable
ALTER TABLE "partner" ADD COLUMN     "embed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- What the database refuses, whoever asks: anything but plain origins. Each goes into the header that says who may frame a
-- page, where a space, a semicolon or a star would say more than one site. Plain HTTP is for this machine alone.
ALTER TABLE partner
  ALTER COLUMN embed_origins SET NOT NULL,
  ADD CONSTRAINT partner_embed_origins CHECK (
    cardinality(embed_origins) <= 20
    AND string_to_array(array_to_string(embed_origins, ' '), ' ') = embed_origins
    AND array_to_string(embed_origins, ' ') ~
      '^((https://[a-z0-9.-]{1,253}|http://(localhost|127\.0\.0\.1))(:[0-9]{1,5})?( (?=h)|$))*$');
