/* SPDX-License-Identifier: GPL-3.0-or-later */
/* events: what an engine might say, for tests of the model and of the views. */
#pragma once

#include <jansson.h>
#include <stdarg.h>

#include "tui/model/model.h"

static const char *const events_start[] = {
    "{'ev':'hello','protocol':1,'engine':'0.1.0','host':'box','pid':7,'memory':64000000000,'limit':32000000000}",
    "{'ev':'backend','name':'cpu','ready':true}",
    "{'ev':'device','id':'cpu','kind':'cpu','name':'A CPU','memory':64000000000,'cache':32000000,'threads':8}",
    "{'ev':'device','id':'gpu0','kind':'gpu','name':'NVIDIA H200','memory':150000000000,'cache':60000000,"
    "'threads':132,'read_gbs':4100.5,'copy_gbs':4000.25}",
    "{'ev':'kernel','name':'cpu.csr.serial','what':'one thread, row by row','on':'cpu','format':'csr',"
    "'op':'mul','layout':'row','types':['f64','f32'],'peer':false,'serial':true,'repeatable':true,"
    "'ready':true}",
    "{'ev':'kernel','name':'cpu.csr.omp','what':'OpenMP over chunks of rows','on':'cpu','format':'csr',"
    "'op':'mul','layout':'row','types':['f64','f32'],'ready':true,'params':[{'name':'SCHEDULE',"
    "'help':'how chunks are dealt out','min':0,'max':2,'initial':1,'choices':['static','dynamic','guided']},"
    "{'name':'NZ_PER_CHUNK','help':'nonzeros in a chunk','min':1,'max':1000000,'initial':4096}]}",
    "{'ev':'kernel','name':'cpu.ell.omp','what':'every row as long as the longest','on':'cpu','format':'ell',"
    "'op':'mul','types':['f64'],'ready':true}",
    "{'ev':'kernel','name':'gpu.csr.vector','what':'a warp for each row','on':'gpu','format':'csr',"
    "'op':'mul','types':['f64','f32'],'ready':true}",
    "{'ev':'kernel','name':'gpu.ell.thread','what':'a thread for each row','on':'gpu','format':'ell.col',"
    "'op':'mul','types':['f64','f32'],'ready':true}",
    "{'ev':'kernel','name':'peer.cusparse.csr2','what':'CSR_ALG2','on':'gpu','format':'csr','op':'mul',"
    "'peer':true,'types':['f64','f32'],'ready':false,'why':'libcusparse.so.12 is not there'}",
    "{'ev':'kernel','name':'cpu.transpose.serial','what':'count, sum, scatter','on':'cpu','format':'csr',"
    "'op':'transpose','types':['f64','f32'],'ready':true}",
    "{'ev':'format','name':'csr','what':'compressed rows'}",
    "{'ev':'format','name':'ell','what':'every row padded to the longest'}",
    "{'ev':'format','name':'dia','what':'whole diagonals'}",
    "{'ev':'ready'}",
};

static const char *const events_loading[] = {
    "{'ev':'progress','cmd':1,'what':'reading','done':430,'total':1000}",
};

static const char *const events_matrix[] = {
    "{'ev':'notice','cmd':1,'text':'12 duplicates were summed'}",
    "{'ev':'matrix','cmd':1,'name':'stencil27','source':'gen:stencil27:32','title':'27 points, 32 × 32 × 32',"
    "'field':'real','symmetry':'general','rows':32768,'cols':32768,'nnz':830584,'stored':830596,"
    "'duplicates':12,'zeros':0,'nonfinite':0,'runnable':true,'bytes':10100000,'open_ms':31.5,"
    "'row_mean':25.3474,'row_std':3.31,'row_median':27,'row_max':27,'row_min':8,'empty_rows':0,"
    "'empty_cols':0,'col_max':27,'bandwidth_lower':1057,'bandwidth_upper':1057,'diagonal':32768,"
    "'diagonals':27,'pattern_symmetry':1.0,'value_symmetry':1.0,'value_skew':0.0,'hist':[[0,0],[0,0],[0,0],"
    "[0,0],[1128,12624],[31640,817960]]}",
    "{'ev':'formats','cmd':1,'type':'f64','items':[{'name':'csr','bytes':10098084,'slots':830584,"
    "'padding':1.0,'verdict':'ok'},{'name':'ell','bytes':10616832,'slots':884736,'padding':1.0652,"
    "'verdict':'ok'},{'name':'dia','bytes':7077888,'slots':884736,'padding':1.0652,'verdict':'too big',"
    "'why':'for this test'}]}",
    "{'ev':'spy','cmd':1,'rows':8,'cols':8,'from':[0,0],'to':[32768,32768],'max':103000,'cells':['93......',"
    "'393.....','.393....','..393...','...393..','....393.','.....393','......39']}",
    "{'ev':'supports','cmd':1,'op':'mul','k':1,'type':'f64','threads':8,'items':[{'name':'cpu.csr.serial',"
    "'ok':true},{'name':'cpu.csr.omp','ok':true},{'name':'cpu.ell.omp','ok':true},{'name':'gpu.csr.vector',"
    "'ok':true},{'name':'gpu.ell.thread','ok':false,'why':'f64 ELLPACK needs 12.4 GB, limit 8.0 GB'}]}",
    "{'ev':'done','cmd':1,'status':0}",
};

#define RUN(ev, id, index, kernel, device, more)                                                                       \
    "{'ev':'" ev "','cmd':2,'id':" id ",'index':" index ",'of':6,'kernel':'" kernel                                    \
    "','op':'mul','type':'f64','k':1,'layout':'row','format':'csr','device':'" device                                  \
    "','threads':8,'params':'','cache':'warm'," more
static const char *const events_runs[] = {
    RUN("run", "1", "1", "cpu.csr.serial", "cpu", "'step':'prepare'}"),
    RUN("measurement", "1", "1", "cpu.csr.serial", "cpu",
        "'status':'ok','matrix':'stencil27','samples':10,'time_ms':1.02,'time_mean_ms':1.05,'ci_lo_ms':1.01,"
        "'ci_hi_ms':1.03,'gflops':1.63,'gnnzs':0.81,'gbs':10.4,'roof_gbs':48.0,'roof_frac':0.2167,"
        "'in_cache':false,'speedup':1.0,'nnz_per_s':8.14e8,'err_ratio':0.12,'prepare_ms':0.4}"),
    RUN("run", "2", "2", "gpu.csr.vector", "gpu0", "'step':'prepare'}"),
    RUN("measurement", "2", "2", "gpu.csr.vector", "gpu0",
        "'status':'ok','matrix':'stencil27','samples':300,'time_ms':0.0071,'ci_lo_ms':0.00708,'ci_hi_ms':0.00712,"
        "'gflops':234.0,'gnnzs':117,'gbs':1480,'roof_gbs':4000.0,'roof_frac':0.37,'in_cache':true,"
        "'speedup':143.6,'err_ratio':0.2,'prepare_ms':0.4,'upload_ms':1.9}"),
    RUN("measurement", "3", "3", "gpu.ell.thread", "gpu0",
        "'status':'unsupported','text':'f64 ELLPACK needs 12.4 GB, limit 8.0 GB'}"),
    RUN("run", "4", "4", "cpu.ell.omp", "cpu", "'step':'check'}"),
    RUN("measurement", "4", "4", "cpu.ell.omp", "cpu",
        "'status':'FAIL','text':'row 81,204: error 3.1e4 × bound','gflops':99.0}"),
    RUN("run", "5", "5", "cpu.csr.omp", "cpu", "'step':'warm'}"),
    ("{'ev':'sample','cmd':2,'id':5,'n':6,'of':10,'ms':0.21,'median_ms':0.2,'ci_lo_ms':0.19,'ci_hi_ms':0.21,"
     "'gflops':8.3,'roof_frac':0.52}"),
};

/* The value of this JSON text, in which ' stands for ". */
static inline json_t *json_of(const char *text)
{
    char *json = strdup(text);
    for (char *c = json; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_t *value = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    free(json);
    if (!value)
        abort(); /* a mistake in the text itself */
    return value;
}

static inline void feed(struct model *m, const char *text)
{
    json_t *event = json_of(text);
    model_apply(m, event);
    json_decref(event);
}

/* The model without its newest runs. */
static inline void forget_runs(struct model *m, int n)
{
    while (n-- > 0)
        json_decref(m->run[--m->runs].event);
}

/* Another measurement, with these members; in what they leave out it is of a run by one thread of cpu.csr.omp, on the
   matrix of events_matrix, that passed. */
__attribute__((format(printf, 2, 3))) static inline void feed_run(struct model *m, const char *members, ...)
{
    char given[1000], text[1200];
    va_list args;
    va_start(args, members);
    vsnprintf(given, sizeof given, members, args);
    va_end(args);
    snprintf(text, sizeof text, "{%s}", given);
    json_t *run = json_of(text);
    snprintf(text, sizeof text,
             "{'ev':'measurement','id':%d,'index':%d,'of':9,'matrix':'stencil27','kernel':'cpu.csr.omp','op':'mul',"
             "'type':'f64','k':1,'device':'cpu','threads':1,'params':'','cache':'warm','status':'ok'}",
             m->runs + 1, m->runs + 1);
    json_t *rest = json_of(text);
    json_object_update_missing(run, rest);
    model_apply(m, run);
    json_decref(rest);
    json_decref(run);
}

#define FEED(model, list)                                                                                              \
    for (size_t event_i = 0; event_i < COUNT(list); event_i++)                                                         \
    feed(model, list[event_i])
