import { useState, type KeyboardEvent } from "react";

/** Which of a row of points is looked at; ←/→, Home and End walk over them, from outside to the nearer end. */
export function usePointNavigation(count: number) {
  const [active, setActive] = useState<number | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = count - 1;
    const next = {
      ArrowRight: active === null ? 0 : active + 1,
      ArrowLeft: active === null ? last : active - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setActive(Math.min(last, Math.max(0, next)));
  };
  const leave = () => setActive(null);
  return { active, setActive, walking: { tabIndex: 0, onKeyDown, onBlur: leave, onPointerLeave: leave } };
}
