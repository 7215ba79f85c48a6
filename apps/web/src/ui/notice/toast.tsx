/** A short word that something was done. */
export function toast(message: string): void {
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({ message, autoClose: 4000, withBorder: true });
  });
}
