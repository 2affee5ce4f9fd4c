export type BannedPhrase = { pattern: RegExp; instead: string };

/** Phrases that must not come back, matched anywhere in source, docs and message catalogs. */
export const bannedPhrases: readonly BannedPhrase[] = [
  { pattern: /\bwho(m)?ever\b/gi, instead: "name the actor: the buyer, the partner, the caller, the request" },
  { pattern: /\bsomebody\b/gi, instead: "name the actor, or write “another process”, “a person”" },
  // findSystemUser("nobody") names Unix's unprivileged user.
  { pattern: /\bnobody\b(?!"\))/gi, instead: "name who can't, or say what never happens" },
  { pattern: /\bmanieth\b/gi, instead: "“the attempt number”, “the nth”" },
  { pattern: /\bwhatever (is|was|it|they)\b/gi, instead: "name the thing" },
  { pattern: /\b(is|are|was|were) told\b/gi, instead: "say what is sent, returned or shown" },
  { pattern: /\b(no|any) more(?=[."!])/gi, instead: "“no longer”" },
  { pattern: /\bgo(es)? on\b(?! strike)/gi, instead: "“continue”" },
  { pattern: /\bbeside\b/gi, instead: "“compared with”, “next to”, “in addition to”" },
  { pattern: /\bhopeless\b/gi, instead: "“unrecoverable”" },
  { pattern: /\brehears(e|es|ed|al|als|ing)\b/gi, instead: "“simulate”, “simulation”" },
  { pattern: /\bdoorkeepers?\b/gi, instead: "“admission control”" },
  { pattern: /\bpatience\b/gi, instead: "“timeout”" },
  { pattern: /\bfor want of\b/gi, instead: "“because there is no …”" },
  { pattern: /\bworth a look\b/gi, instead: "say what to check" },
  // Papers that a reader of the repository doesn't have.
  { pattern: /\b(SPEC|WIRE|DESIGN|THREATS|STYLE)\b/g, instead: "state the rule itself, or name a page of docs/" },
];

/** Words that a comment must not open with: it states a reason, and a docstring starts with a noun or a verb. */
export const bannedOpening = /^(What|Whatever|Whoever|Whom|Whose|Who|Which|Those|How|Where|Nobody|Somebody)\b/;
