/* The inner step of SARAH-Compositional as one would write it in C by hand for one problem, for
 * comparison: S = (5, 5, 1), y's identity part is x itself, G is one row (portfolio) or PF (value).
 *
 *   cc -O3 -march=native -ffast-math -o sarah sarah.c -lm
 *   ./sarah portfolio ROWS COLUMNS      prints nanoseconds a step, the best of some rounds
 *   ./sarah value STATES FEATURES
 *
 * With -DROW=float rows are kept in single precision, and everything still computed in double.
 * Large arrays are put on large pages where the system has them, as java does for Fog.
 */
#define _DEFAULT_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#ifndef ROW
#define ROW double
#endif
typedef ROW Row;

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static uint64_t draw(uint64_t key, uint64_t k, uint64_t bound) {
  return (uint64_t)(((unsigned __int128)mix(key + (k + 1) * 0x9E3779B97F4A7C15u) * bound) >> 64);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static double dot(const Row *restrict a, const double *restrict b, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += a[k] * b[k];
  return s;
}

enum { S1 = 5, S2 = 5, S3 = 1 };

typedef struct {
  int rows, n;
  const Row *r; /* returns */
  double *x, *xp, *d, *f, *mean;
  double s, eta;
  uint64_t t;
} Walk;

__attribute__((noinline)) static void step(Walk *w) {
  int n = w->n;
  double *restrict x = w->x, *restrict xp = w->xp, *restrict d = w->d, *restrict f = w->f;
  const double *restrict mean = w->mean;
  uint64_t j1[S1], j2[S2], i3[S3];
  uint64_t key = mix(w->t * 0x9E3779B97F4A7C15u);
  for (int k = 0; k < S1; k++) j1[k] = draw(key, k, w->rows);
  for (int k = 0; k < S2; k++) j2[k] = draw(key + 1, k, w->rows);
  for (int k = 0; k < S3; k++) i3[k] = draw(key + 2, k, w->rows);
  (void)j2; /* g is affine: the Jacobian does not change */
  for (int k = 0; k < n; k++) d[k] = x[k] - xp[k];
  double ds = 0;
  for (int k = 0; k < S1; k++) ds += dot(w->r + j1[k] * n, d, n);
  ds /= S1;
  w->s += ds;
  for (int k = 0; k < S3; k++) {
    const Row *restrict r = w->r + i3[k] * n;
    double slope = 2 * (dot(r, d, n) - ds) / S3;
    for (int l = 0; l < n; l++) f[l] += slope * (r[l] - mean[l]);
  }
  for (int k = 0; k < n; k++) {
    double old = x[k];
    x[k] = old - w->eta * f[k];
    xp[k] = old;
  }
  w->t++;
}

static void restart(Walk *w) {
  int n = w->n;
  double s = 0;
  for (int k = 0; k < n; k++) w->mean[k] = w->f[k] = 0;
  for (int i = 0; i < w->rows; i++) {
    const Row *r = w->r + (size_t)i * n;
    s += dot(r, w->x, n) / w->rows;
    for (int k = 0; k < n; k++) w->mean[k] += r[k] / w->rows;
  }
  double slopes = 0;
  for (int i = 0; i < w->rows; i++) {
    const Row *r = w->r + (size_t)i * n;
    double slope = 2 * (dot(r, w->x, n) - s);
    for (int k = 0; k < n; k++) w->f[k] += (slope - 1) * r[k] / w->rows;
    slopes += slope / w->rows;
  }
  for (int k = 0; k < n; k++) w->f[k] -= slopes * w->mean[k];
  w->s = s;
}

static double uniform(uint64_t k) { return (mix(k + 1) >> 11) * 0x1p-53; }

/* Values of states, g_j = [x; n p_j (.. + gamma phi_j' x)], f_i = n (phi_i' w - z_i)^2. */
typedef struct {
  int n, d;
  Row *pt, *phi, *next; /* columns of P, features, PF */
  double *x, *xp, *dx, *f;
  double gamma, eta;
  uint64_t t;
} Values;

__attribute__((noinline)) static void valueStep(Values *w) {
  int n = w->n, d = w->d;
  double *restrict x = w->x, *restrict xp = w->xp, *restrict dx = w->dx, *restrict f = w->f;
  uint64_t j1[S1], i3[S3];
  uint64_t key = mix(w->t * 0x9E3779B97F4A7C15u);
  for (int k = 0; k < S1; k++) j1[k] = draw(key, k, n);
  for (int k = 0; k < S3; k++) i3[k] = draw(key + 2, k, n);
  for (int k = 0; k < d; k++) dx[k] = x[k] - xp[k];
  double c[S1]; /* f is quadratic: of z only the change of what was drawn matters */
  for (int k = 0; k < S1; k++) c[k] = n * w->gamma / S1 * dot(w->phi + j1[k] * d, dx, d);
  for (int k = 0; k < S3; k++) {
    const Row *restrict phi = w->phi + i3[k] * d, *restrict next = w->next + i3[k] * d;
    double dz = 0;
    for (int l = 0; l < S1; l++) dz += c[l] * w->pt[j1[l] * n + i3[k]];
    double slope = 2.0 * n / S3 * (dot(phi, dx, d) - dz);
    for (int l = 0; l < d; l++) f[l] += slope * (phi[l] - w->gamma * next[l]);
  }
  for (int k = 0; k < d; k++) {
    double o = x[k];
    x[k] = o - w->eta * f[k];
    xp[k] = o;
  }
  w->t++;
}

static double *fresh(size_t size) { return calloc(size, sizeof(double)); }

/* Zeros, on large pages if that pays; PAGES=small in the environment does without. */
static Row *freshRows(size_t size) {
  size_t page = (size_t)2 << 20, bytes = (size * sizeof(Row) + page - 1) / page * page;
  Row *rows = aligned_alloc(page, bytes);
  const char *pages = getenv("PAGES");
#ifdef MADV_HUGEPAGE
  if (!(pages && !strcmp(pages, "small"))) madvise(rows, bytes, MADV_HUGEPAGE);
#endif
  memset(rows, 0, bytes);
  return rows;
}

static double values(int n, int d) {
  Values w = {.n = n, .d = d, .gamma = 0.95, .eta = 1e-9};
  w.pt = freshRows((size_t)n * n);
  w.phi = freshRows((size_t)n * d);
  w.next = freshRows((size_t)n * d);
  w.x = fresh(d), w.xp = fresh(d), w.dx = fresh(d), w.f = fresh(d);
  for (int s = 0; s < n; s++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += uniform(s * (uint64_t)n + j);
    for (int j = 0; j < n; j++) w.pt[(size_t)j * n + s] = uniform(s * (uint64_t)n + j) / sum;
    for (int k = 0; k < d; k++) w.phi[s * d + k] = uniform(1000003 + s * (uint64_t)d + k);
  }
  for (int s = 0; s < n; s++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < d; k++) w.next[s * d + k] += w.pt[(size_t)j * n + s] * w.phi[j * d + k];
  for (int k = 0; k < d; k++) w.f[k] = 1e-3 * k;
  double best = 1e30;
  for (int round = 0; round < 600; round++) {
    double begin = now();
    for (int t = 0; t < 1000; t++) valueStep(&w);
    double took = (now() - begin) / 1000;
    if (took < best) best = took;
  }
  fprintf(stderr, "checksum %g\n", w.x[0]);
  return best;
}

static double portfolio(int rows, int n) {
  Walk w = {.rows = rows, .n = n, .eta = 1e-7};
  size_t size = (size_t)rows * n;
  Row *r = freshRows(size);
  for (size_t k = 0; k < size; k++) r[k] = 2 * uniform(k) - 0.9;
  w.r = r;
  w.x = fresh(n), w.xp = fresh(n), w.d = fresh(n), w.f = fresh(n), w.mean = fresh(n);
  for (int k = 0; k < n; k++) w.x[k] = w.xp[k] = 1;
  restart(&w);
  long steps = 1 + 2000000 / (500 + 10 * n);
  double best = 1e30;
  for (int round = 0; round < 600; round++) {
    double begin = now();
    for (long t = 0; t < steps; t++) step(&w);
    double took = (now() - begin) / steps;
    if (took < best) best = took;
  }
  fprintf(stderr, "checksum %g\n", w.x[0]);
  return best;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "expected portfolio or value, and two numbers\n");
    return 2;
  }
  int rows = atoi(argv[2]), columns = atoi(argv[3]);
  printf("%.1f\n", argv[1][0] == 'v' ? values(rows, columns) : portfolio(rows, columns));
  return 0;
}
