/** Go templates of ghz's data and metadata as templates of a plan. */
const action = /\{\{-?\s*([\s\S]*?)\s*-?\}\}/;
const braces = '{{"{{"}}';

/** `call`: as a plan writes it. `unknown` gets what a plan has no template for; it stays in the text as it is. */
export function translateGhzTemplate(text: string, call: string, unknown: (action: string) => void): string {
  if (!text.includes('{{')) return text;
  return text
    .split(action)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll('{{', braces);
      const meant = templateOf(part, call);
      if (meant === null) unknown(`{{${part}}}`);
      return meant ?? `${braces}${part}}}`;
    })
    .join('');
}

function templateOf(action: string, call: string): string | null {
  const [service = '', method = ''] = call.split('/');
  switch (action) {
    case '.RequestNumber':
      return '{{seq}}';
    case '.UUID':
    case 'newUUID':
      return '{{uuid}}';
    case '.TimestampUnixMilli':
      return '{{now}}';
    case '.MethodName':
      return method;
    case '.ServiceName':
      return service.replace(/^.*\./, '');
    case '.FullyQualifiedName':
      return `${service}.${method}`;
    default:
      return randomInt(action);
  }
}

/** ghz leaves out the upper end, and takes nothing below 0 for the lower one, nor below 1 for the upper one. */
function randomInt(action: string): string | null {
  const match = /^randomInt\s+(-?\d{1,15})\s+(-?\d{1,15})$/.exec(action);
  if (!match) return null;
  const low = Math.max(0, Number(match[1]));
  const high = Number(match[2]) <= 0 ? 1 : Number(match[2]);
  return high > low ? `{{randomInt ${low} ${high - 1}}}` : null;
}
