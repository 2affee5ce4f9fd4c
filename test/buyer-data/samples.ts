/** A complete form of a fictional buyer. */
export const ada = {
  fullName: "Ada Lovelace",
  dob: "1985-12-10",
  porCountry: "GB",
  porAddress: "12 St James's Square, London",
  tosConfirmed: true,
};

/** The company whose terms she accepts. */
export const acme = {
  name: "Acme",
  termsUrl: "https://acme.example/terms",
  privacyUrl: "https://acme.example/privacy",
};
