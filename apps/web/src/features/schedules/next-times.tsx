/** The next times of a schedule, each in its own zone and, where that is another, on the reader's clock. */
import { formatMoment } from '@plimsoll/wording/date';
import { schedulesWords } from '@plimsoll/wording/en/schedule';

export function NextTimes({ times, timeZone }: { times: readonly string[]; timeZone: string }) {
  return (
    <section aria-label={schedulesWords.nextTimes}>
      <h2>{schedulesWords.nextTimes}</h2>
      {times.length === 0 ? (
        <p className="small soft">{schedulesWords.noneWhilePaused}</p>
      ) : (
        <ol style={{ marginBlock: 6, paddingInlineStart: 20 }}>
          {times.map((at) => {
            const [there, here] = [formatMoment(at, timeZone), formatMoment(at)];
            return (
              <li key={at}>
                <time dateTime={at}>{there}</time>
                {here !== there && <span className="small soft"> · {schedulesWords.yours({ time: here })}</span>}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
