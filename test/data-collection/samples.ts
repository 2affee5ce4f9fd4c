/** A form as a buyer fills it in; all of it is made up. */
export const ada = {
  fullName: "Ada Lovelace",
  dob: "1985-12-10",
  porCountry: "GB",
  porAddress: "12 St James's Square, London",
  tosConfirmed: true,
};

/** The provider whose terms she accepts. */
export const acme = {
  name: "Acme",
  termsUrl: "https://acme.example/terms",
  privacyUrl: "https://acme.example/privacy",
};
