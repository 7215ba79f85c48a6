/** Hides secrets of the plan in what is kept of errors: a target may well echo what it was sent. */
const secretName = /^(authorization|proxy-authorization|cookie|x-api-key)$|token|secret|password|key/i;
const shortest = 4;

/** Answers text with the values of secret headers replaced. */
export function maskFor(headers: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = Object.entries(headers)
    .filter(([name]) => secretName.test(name))
    .flatMap(([, value]) => [value, ...value.split(/[\s;,=]+/)])
    .filter((value) => value.length >= shortest && !/^(bearer|basic|digest|token)$/i.test(value))
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '•••'), text);
}
