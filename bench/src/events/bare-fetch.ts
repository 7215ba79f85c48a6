/** The least that a Node loop with `fetch` can do: streams are decoded, cut at empty lines and counted, nothing recorded. Arguments: URL, connections, seconds. */
const [url = '', connections = '100', seconds = '5'] = process.argv.slice(2);
const stop = AbortSignal.timeout(Number(seconds) * 1000);
let came = 0;

async function read(): Promise<void> {
  const { body } = await fetch(url, { signal: stop });
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      if (text.startsWith('data: ')) came++;
      text = text.slice(end + 2);
    }
  }
}

await Promise.allSettled(Array.from({ length: Number(connections) }, read));
process.stdout.write(JSON.stringify({ perSecond: came / Number(seconds) }));
