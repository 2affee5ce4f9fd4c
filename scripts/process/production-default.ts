// Imported first by the production entry points, because React and Next read NODE_ENV when they are loaded.
const isDevelopment = process.argv.includes("--dev");
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || (isDevelopment ? "development" : "production") });
