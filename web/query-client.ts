import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      retry: (count, error) =>
        count < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (count) => Math.min(15_000, 500 * 2 ** count) * (0.75 + Math.random() / 2),
    },
  },
});
