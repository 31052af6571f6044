/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_devices: several devices of one kind, asked for by number, by kind and by UUID. */
#include "core/engine/supports.h"
#include "core/measure/tests/made_device.h"
#include "core/tests/cmocka.h"

static struct device devices[] = {
    { .id = "cpu", .kind = "cpu", .name = "made", .uuid = "", .threads = 2, .ops = &fake_ops },
    { .id = "gpu0",
      .kind = "gpu",
      .name = "first",
      .uuid = "GPU-9d3e1a70-aaaa-0000-0000-000000000001",
      .ops = &fake_ops },
    { .id = "gpu1",
      .kind = "gpu",
      .name = "other",
      .uuid = "GPU-9d3e1a70-bbbb-0000-0000-000000000002",
      .ops = &fake_ops },
};

static bool made_open(struct err *why)
{
    return true;
}

static struct device *made_device(int i)
{
    return i < 3 ? &devices[i] : NULL;
}

static struct session *session_made(void)
{
    static const struct kernel *const none[] = { NULL };
    static const struct backend made = { BACKEND_SIZES, "made", "gpu", made_open, made_device, none, NULL };
    struct session *s = calloc(1, sizeof *s);
    struct err e;
    assert_non_null(s);
    assert_true(registry_add(&s->registry, &made, &e));
    return s;
}

TEST(names_of_devices)
{
    struct session *s = session_made();
    const struct registry *r = &s->registry;
    static const struct {
        const char *name;
        struct device *device;
    } known[] = {
        { "cpu", &devices[0] },
        { "gpu0", &devices[1] },
        { "gpu1", &devices[2] },
        { "gpu", &devices[1] },
        { "GPU-9d3e1a70-bbbb-0000-0000-000000000002", &devices[2] },
        { "gpu-9D3E1A70-B", &devices[2] },
        { "GPU-9d3e1a70-a", &devices[1] },
        { "GPU-9d3e1a70", NULL }, /* both */
        { "GPU-", NULL },
        { "G", NULL },
        { "", NULL },
        { "GPU-9d3e1a70-bbbb-0000-0000-0000000000020", NULL },
        { "gpu2", NULL },
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct err e = { 0 };
        if (registry_device(r, known[i].name) != known[i].device)
            fail_msg("'%s' is not what it should be", known[i].name);
        assert_ptr_equal(registry_asked(r, known[i].name, &e), known[i].device);
        assert_int_equal(e.code, known[i].device ? ERR_NONE : ERR_DEVICE);
        if (!known[i].device) {
            assert_non_null(strstr(e.text, known[i].name));
            assert_non_null(strstr(e.text, "cpu, gpu0 (GPU-9d3e1a70-aaaa"));
            assert_non_null(strstr(e.text, "gpu1 (GPU-9d3e1a70-bbbb"));
        }
    }
    free(s);
}

TEST(kernels_go_to_their_kind)
{
    struct session *s = session_made();
    struct kernel on_cpu = kernel_of(quick_run), on_gpu = kernel_of(quick_run);
    on_gpu.family = "gpu";
    assert_ptr_equal(supports_device(s, &on_cpu, NULL), &devices[0]);
    assert_ptr_equal(supports_device(s, &on_gpu, NULL), &devices[1]);
    assert_ptr_equal(supports_device(s, &on_gpu, "gpu1"), &devices[2]);
    assert_ptr_equal(supports_device(s, &on_gpu, "GPU-9d3e1a70-b"), &devices[2]);
    assert_null(supports_device(s, &on_cpu, "gpu1"));
    assert_null(supports_device(s, &on_gpu, "cpu"));
    assert_null(supports_device(s, &on_gpu, "gpu7"));
    free(s);
}

TESTS(NULL, NULL)
