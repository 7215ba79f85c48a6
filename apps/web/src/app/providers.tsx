import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { resolver, theme } from './theme.ts';

const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })));

export function Providers() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Notifications position="bottom-right" />
        </Suspense>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
