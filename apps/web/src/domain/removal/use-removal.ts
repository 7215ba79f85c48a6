/** Removes at once for the eye, and for good when ten seconds have passed without an Undo. */
import { useQueryClient } from '@tanstack/react-query';
import { removeLater } from '../../api/going.ts';
import { toastProblem } from '../../ui/notice/toast.tsx';

interface Removal {
  readonly id: string;
  /** The sentence about it. */
  readonly said: string;
  /** The key of the lists that it stands in. */
  readonly lists: string;
  remove(): Promise<void>;
}

export function useRemoval(): (removal: Removal) => void {
  const queryClient = useQueryClient();
  return ({ id, said, lists, remove }) => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: [lists] });
    const undo = removeLater(id, remove, (error) => {
      hide();
      if (error !== null) toastProblem(error);
      void refresh();
    });
    const shown = import('../../ui/notice/undo-toast.tsx').then(({ undoToast }) =>
      undoToast(said, () => {
        undo();
        void refresh();
      }),
    );
    const hide = () => void shown.then((away) => away());
    void refresh();
  };
}
